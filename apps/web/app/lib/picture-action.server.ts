import type { PageHub } from '@portolan/pages'

/** What a form of `PictureForm` asks. @returns false when the form is another one */
export async function pictureAction(hub: PageHub, form: FormData, name: string): Promise<boolean> {
  const intent = form.get('intent')
  if (intent === 'no-picture') await hub.removePicture(name)
  else if (intent === 'picture') {
    const file = form.get('picture')
    await hub.setPicture(name, file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array())
  } else return false
  return true
}

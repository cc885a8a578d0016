import type { PageHub } from '@portolan/pages'

/** Handles a submitted `PictureForm`. @returns false when it is a different form */
export async function pictureAction(hub: PageHub, form: FormData, name: string): Promise<boolean> {
  const intent = form.get('intent')
  if (intent === 'no-picture') await hub.removePicture(name)
  else if (intent === 'picture') {
    const file = form.get('picture')
    await hub.setPicture(name, file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array())
  } else return false
  return true
}

import { useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'

/** Side length in pixels: the largest size shown on a page, on a high-density screen. */
const side = 256

/**
 * Chooses the picture of an account. With JavaScript, any image the browser can open is cropped square and scaled down; without it, the file is sent
 * as is, within the hub's limits.
 * @param picture version of the current picture; `null` for the generated one
 */
export function PictureForm({ name, picture, error }: { name: string; picture: string | null; error: string | null }) {
  const submit = useSubmit()
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar name={name} size={88} version={picture ?? 'drawn'} />
      <div className="grid min-w-0 gap-3">
        <FormError>{problem ?? error}</FormError>
        <Form
          method="post"
          encType="multipart/form-data"
          className="flex flex-wrap items-center gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            setProblem(null)
            const file = new FormData(event.currentTarget).get('picture')
            if (!(file instanceof File) || file.size === 0) return
            void smallSquare(file).then(
              (picture) => {
                const form = new FormData()
                form.set('intent', 'picture')
                form.set('picture', picture, 'picture.png')
                return submit(form, { method: 'post', encType: 'multipart/form-data' })
              },
              () => setProblem('The browser cannot open this picture'),
            )
          }}
        >
          <input type="hidden" name="intent" value="picture" />
          <input type="file" name="picture" accept="image/*" required aria-label="Avatar" className={fileLook} />
          <Button type="submit" small>
            Upload avatar
          </Button>
        </Form>
        {picture ? (
          <Form method="post">
            <Button type="submit" small look="quiet" name="intent" value="no-picture">
              Remove avatar
            </Button>
          </Form>
        ) : null}
      </div>
    </div>
  )
}

const fileLook =
  'max-w-full text-sm text-soft file:mr-3 file:min-h-8 file:rounded-md file:border file:border-solid file:border-rule file:bg-sheet file:px-2.5 file:py-1 file:text-ink'

/** Returns the center of an image as a small PNG. */
async function smallSquare(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const cut = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, cut)
  const left = (picture.width - cut) / 2
  const top = (picture.height - cut) / 2
  canvas.getContext('2d')?.drawImage(picture, left, top, cut, cut, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))), 'image/png'),
  )
}

/** The fields of a form that waits until its sender has proven who they are: names and values, in order. */
export type CarriedForm = readonly (readonly [name: string, value: string])[]

/** The own fields of the page that asks for a proof. */
export const carriedFields = { way: 'portolan-confirm-with', carried: 'portolan-carried' } as const

/** Reads the fields of a form that arrived by a redirect, or what the page put into its hidden field. @returns `null` when there are none */
export function readCarried(form: FormData | string): CarriedForm | null {
  const fields = typeof form === 'string' ? parsed(form) : [...form.entries()]
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string')
  return texts.length === 0 ? null : texts
}

function parsed(text: string): (readonly [string, unknown])[] {
  if (text === '') return []
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return []
    return value.filter((each): each is [string, unknown] => Array.isArray(each) && each.length === 2 && typeof each[0] === 'string')
  } catch {
    return []
  }
}

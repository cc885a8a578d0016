import { HubError, limits } from '@portolan/contract'

/** @throws {HubError} `body.invalid` */
export function checkTitle(title: string): string {
  const clean = title.replaceAll(/\s+/g, ' ').trim().toWellFormed().replaceAll('\0', '')
  if (clean.length < limits.discussionTitleMin || clean.length > limits.discussionTitleMax)
    throw new HubError('body.invalid', {
      message: `A title must have ${limits.discussionTitleMin} to ${limits.discussionTitleMax} characters`,
      field: 'title',
    })
  return clean
}

/** @param field name of the form or body field @throws {HubError} `body.invalid` */
export function checkText(text: string, field: string, options: { mayBeEmpty?: boolean } = {}): string {
  if (text.length > limits.discussionText)
    throw new HubError('body.invalid', { message: `A comment can have at most ${limits.discussionText} characters`, field })
  // Postgres cannot store NUL, and a lone surrogate is not valid text.
  const clean = text.replaceAll('\0', '\ufffd').toWellFormed()
  if (clean.trim() === '' && options.mayBeEmpty !== true) throw new HubError('body.invalid', { message: 'The comment is empty', field })
  return clean
}

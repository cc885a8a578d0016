/** Where users go to set up a required second factor. */
export const setUpPath = '/settings/security'

const paths = new Set([setUpPath, '/sign-in/confirm', '/sign-out'])

/** Whether a page is for users who can do nothing but set up a second factor. @param path of the page or of its data */
export function isSetUpPage(path: string): boolean {
  return paths.has(path.replace(/\.data$/, ''))
}

import { redirect } from 'react-router'
import { pagePath } from './paths.ts'

/** A redirect to the sign-in page, which leads back to the page of this request. */
export function toSignIn(request: Request): Response {
  return redirect(`/sign-in?${new URLSearchParams({ next: pagePath(request) }).toString()}`)
}

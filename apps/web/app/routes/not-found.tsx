import { errorPage } from '../lib/page-error.ts'

export function loader() {
  throw errorPage('route.not_found')
}

export default function NotFound() {
  return null
}

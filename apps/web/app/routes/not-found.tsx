import { data } from 'react-router'

export function loader() {
  throw data({ code: 'route.not_found', message: '' }, { status: 404 })
}

export default function NotFound() {
  return null
}

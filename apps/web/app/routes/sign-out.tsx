import { redirect } from 'react-router'
import type { Route } from './+types/sign-out'
import { hubContext } from '../lib/hub-context.ts'
import { signedOut } from '../lib/session.server.ts'

export function loader() {
  return redirect('/')
}

export async function action({ context }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  await hub.signOut()
  return signedOut(hub.origin)
}

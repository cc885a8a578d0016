import type { Route } from './+types/unread-count'
import { hubContext } from '../lib/hub-context.ts'
import type { UnreadCount } from '../lib/root-data.ts'

/** Returns the number of unread notifications, for the header of an open page. */
export async function loader({ context }: Route.LoaderArgs): Promise<UnreadCount> {
  return { unread: await context.get(hubContext).unreadNotifications() }
}

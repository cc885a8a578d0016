import type { Route } from './+types/unread-count'
import { hubContext } from '../lib/hub-context.ts'
import type { UnreadCount } from '../lib/root-data.ts'

/** How many notifications are not read, for the header of a page that is open. */
export async function loader({ context }: Route.LoaderArgs): Promise<UnreadCount> {
  return { unread: await context.get(hubContext).unreadNotifications() }
}

export {
  countUnread,
  isWatching,
  listNotifications,
  markDiscussionsRead,
  markRead,
  type NotificationEntry,
  repoWatchOf,
  watchDiscussion,
  type WatchLevel,
  watchRepo,
} from './list-notifications.ts'
export { notify, type NotificationReason } from './notify.ts'

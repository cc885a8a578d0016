/** The root route's data that features read. */
export interface RootData {
  /** The origin of this hub as the caller reached it: scheme, host, port. */
  readonly origin: string
}

/** Response of `/notifications/unread`. */
export interface UnreadCount {
  readonly unread: number
}

/** The root route's data that features read. */
export interface RootData {
  /** The origin of this hub as the caller reached it: scheme, host, port. */
  readonly origin: string
  /** When the page was made, by the server's clock. Milliseconds since 1970. */
  readonly now: number
}

/** Response of `/notifications/unread`. */
export interface UnreadCount {
  readonly unread: number
}

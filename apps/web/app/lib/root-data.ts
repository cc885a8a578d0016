/** What features read of the data of the root route, which stands above them. */
export interface RootData {
  /** Where this hub is, as the caller reached it: scheme, host, port. */
  readonly origin: string
}

/** The answer of `/notifications/unread`. */
export interface UnreadCount {
  readonly unread: number
}

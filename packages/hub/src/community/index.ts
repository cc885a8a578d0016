/**
 * Community: discussions, notifications, likes, follows, collections, and the live channel that reports on them.
 */
export {}

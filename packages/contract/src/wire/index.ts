export type * from './account.ts'
export type * from './live.ts'
export type * from './repo-info.ts'
export type * from './tree.ts'

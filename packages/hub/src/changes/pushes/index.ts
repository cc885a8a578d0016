export { mayPush, mayPushToPullRequest } from './pull-request-access.ts'
export { pushLimits } from './push-limits.ts'
export { receivePush, type ReceivePush } from './receive-push.ts'
export { listPushRefs } from './ref-rules.ts'

export { type OutgoingCall, outgoingCalls } from './outgoing-calls.ts'
export { checkedLookup, mayReach, type Reach } from './reach.ts'

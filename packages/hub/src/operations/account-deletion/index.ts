export { type AccountDeletion, listDeletions } from './deletion.ts'
export { type DeletionPlan, planDeletion, planOwnDeletion } from './plan-deletion.ts'
export { type DeletionChoice, deleteAccount, deleteOwnAccount } from './start-deletion.ts'
export { continueDeletions } from './continue-deletions.ts'

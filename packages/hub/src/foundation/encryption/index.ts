export { decryptAtRest, encryptAtRest, keyringOf } from './at-rest.ts'
export { Keyring } from './keyring.ts'
export { storedKey } from './stored-key.ts'
export {
  encryptionState,
  type EncryptionState,
  encryptStored,
  giveUpUnreadable,
  requireReadableSecrets,
  unreadableValues,
} from './stored-values.ts'

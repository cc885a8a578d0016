/** A column whose values are encrypted when the hub has a key. */
interface EncryptedColumn {
  /** The column that names the row and never changes. A value counts only in its own row. */
  readonly row: string
  /** The column that a value counts for, when it moves there unchanged; otherwise its own. */
  readonly place?: string
  /** Only these rows of the table. */
  readonly rows?: readonly string[]
  /** What happens to a row when its value is given up because the key is lost: `delete` it, or set these columns. */
  readonly giveUp: 'delete' | Readonly<Record<string, number | null>>
}

/**
 * Every secret that the hub has to read back, by table and column. What it only compares (passwords, tokens, codes) is stored as a hash instead. Plain
 * values must not contain a space in their first ten characters: that tells encrypted ones apart.
 */
export const encryptedColumns = {
  /**
   * Keys that sign links, also those in mails, Xet tokens, addresses of pictures, and challenges for passkeys. New ones are made when they are missing, and
   * what was handed out ends.
   */
  'setting.value': { row: 'name', rows: ['lfs_link_key', 'picture_key', 'mail_link_key', 'passkey_challenge_key'], giveUp: 'delete' },
  /** Private keys that sign ID tokens; a new one is made when there is none. */
  'oauth_key.jwk': { row: 'kid', giveUp: 'delete' },
  /** Without it, its owner signs in with the password alone, and can set the app up again. */
  'totp.secret': { row: 'user_id', giveUp: 'delete' },
  'totp.next_secret': { row: 'user_id', place: 'totp.secret', giveUp: { next_secret: null } },
  /** A webhook must not go on without the signature that its receiver expects. */
  'webhook.secret': { row: 'uid', giveUp: { secret: null, disabled: 1 } },
} as const satisfies Record<`${string}.${string}`, EncryptedColumn>

export type EncryptedColumnName = keyof typeof encryptedColumns

/** The columns as a list, for passes over all of them. */
export const encryptedColumnList = Object.entries<EncryptedColumn>(encryptedColumns).map(([name, rest]) => {
  const [table = '', column = ''] = name.split('.')
  return { ...rest, place: rest.place ?? name, table, column }
})

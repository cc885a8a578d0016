interface Sensitive {
  /** Completes "To …, confirm that it is you." */
  readonly label: string
  /** Whether people who have a second factor must have shown it: the password alone must not be enough to remove it. */
  readonly needsFactor?: true
}

/** What a browser session may do only if its user has proven who they are within the last {@link proofMinutes}. */
export const sensitiveActions = {
  'token.create': { label: 'create an access token' },
  'token.refresh': { label: 'change an access token' },
  'device.approve': { label: 'let a device in' },
  'application.allow': { label: 'sign in to an application' },
  'application.change': { label: 'change an application' },
  'repo.delete': { label: 'delete a repository' },
  'organization.delete': { label: 'delete an organization' },
  'account.delete': { label: 'delete an account' },
  'account.email': { label: 'change your email address', needsFactor: true },
  'identity.change': { label: 'change the accounts you sign in with' },
  'ssh_key.add': { label: 'add an SSH key' },
  'second_factor.change': { label: 'change your second factors', needsFactor: true },
  'person.change': { label: 'change what somebody may do', needsFactor: true },
  'person.delete': { label: 'delete somebody’s account', needsFactor: true },
  'organization.restore': { label: 'restore an organization', needsFactor: true },
  'invite.create': { label: 'invite somebody', needsFactor: true },
} as const satisfies Record<string, Sensitive>

export type SensitiveAction = keyof typeof sensitiveActions

/** For how long a proof of identity counts. Minutes. */
export const proofMinutes = 15

/** What a sensitive action needs, whatever its name. */
export function sensitivityOf(action: SensitiveAction): Sensitive {
  return sensitiveActions[action]
}

export function isSensitiveAction(text: string | null | undefined): text is SensitiveAction {
  return typeof text === 'string' && Object.hasOwn(sensitiveActions, text)
}

/** Kinds of news that people can get by mail. Mails about the security of an account are none of them: they cannot be switched off. */
export const mailKinds = {
  mentions: {
    label: 'Mentions and replies',
    hint: 'Somebody names you, or something happens in a discussion or pull request that you take part in.',
  },
  repos: {
    label: 'Repositories',
    hint: 'Something happens in the discussions and pull requests of your repositories, and of those you watch.',
  },
  organizations: {
    label: 'Organizations',
    hint: 'You are added to an organization or removed from it, or your role there changes.',
  },
} as const satisfies Record<string, { readonly label: string; readonly hint: string }>

export type MailKind = keyof typeof mailKinds

/** When somebody gets news of one kind: within minutes, once a day, or not at all. */
export const mailPaces = ['now', 'daily', 'off'] as const
export type MailPace = (typeof mailPaces)[number]

export function isMailKind(text: string): text is MailKind {
  return Object.hasOwn(mailKinds, text)
}

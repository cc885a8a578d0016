import type { DiscussionChange } from '@portolan/pages'
import { formSecret, formText } from '../../../lib/form-text.ts'

/** Parses the change that a submitted form requests; `null` for unknown forms. */
export function changeOf(form: FormData): DiscussionChange | null {
  const field = (name: string) => formText(form, name)
  const text = formSecret(form, 'text')
  const isOn = field('on') === 'yes'
  switch (field('intent')) {
    case 'comment': {
      // One form with several buttons: closing also submits the comment.
      const status = field('status')
      if (status === 'open' || status === 'closed') return { kind: 'status', status, comment: text }
      return { kind: 'comment', text, replyTo: field('replyTo') || null }
    }
    case 'status':
      return { kind: 'status', status: field('status') === 'open' ? 'open' : 'closed', comment: text }
    case 'edit':
      return { kind: 'edit', id: field('id'), text }
    case 'hide':
      return { kind: 'hide', id: field('id') }
    case 'react':
      return { kind: 'react', id: field('id'), reaction: field('reaction').slice(1), isOn: field('reaction').startsWith('+') }
    case 'rename':
      return { kind: 'rename', title: field('title') }
    case 'pin':
    case 'lock':
    case 'watch':
      return { kind: field('intent') as 'pin' | 'lock' | 'watch', isOn }
    case 'merge':
      return { kind: 'merge', comment: text.trim() }
    case 'delete':
    case 'delete-ref':
      return { kind: field('intent') as 'delete' | 'delete-ref' }
    default:
      return null
  }
}

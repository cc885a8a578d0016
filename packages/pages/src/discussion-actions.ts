import type { RepoType } from '@portolan/contract'
import {
  type Actor,
  addComment,
  changeStatus,
  deleteDiscussion,
  deletePullRequestRef,
  editComment,
  hideComment,
  lockDiscussion,
  openDiscussion,
  pinDiscussion,
  react,
  renameDiscussion,
  requireDiscussion,
  setDiscussionsDisabled,
  type Hub,
  countUnread,
  markRead,
  watchDiscussion,
  type WatchLevel,
  watchRepo,
  mergePullRequest,
  requireRepo,
} from '@portolan/hub'
import { conversationPage, discussionsPage, notificationsPage, pullRequestCommitsPage, pullRequestFilesPage } from './discussion-pages.ts'

/** An action from a form on a discussion's page. */
export type DiscussionChange =
  | { readonly kind: 'comment'; readonly text: string; readonly replyTo: string | null }
  | { readonly kind: 'edit'; readonly id: string; readonly text: string }
  | { readonly kind: 'hide'; readonly id: string }
  | { readonly kind: 'react'; readonly id: string; readonly reaction: string; readonly isOn: boolean }
  | { readonly kind: 'rename'; readonly title: string }
  | { readonly kind: 'status'; readonly status: 'open' | 'closed'; readonly comment: string }
  | { readonly kind: 'pin' | 'lock' | 'watch'; readonly isOn: boolean }
  | { readonly kind: 'merge'; readonly comment: string }
  | { readonly kind: 'delete' | 'delete-ref' }

/** The discussion functions for pages, bound to the caller. */
export function discussionActions(hub: Hub, actor: Actor) {
  const repoOf = (type: RepoType, fullName: string) => requireRepo(hub, actor, type, fullName, 'read')
  return {
    discussions: (type: RepoType, fullName: string, parameters: URLSearchParams) => discussionsPage(hub, actor, type, fullName, parameters),
    discussion: (type: RepoType, fullName: string, num: number, showsAll: boolean) =>
      conversationPage(hub, actor, type, fullName, num, showsAll),
    pullRequestCommits: (type: RepoType, fullName: string, num: number) => pullRequestCommitsPage(hub, actor, type, fullName, num),
    pullRequestFiles: (type: RepoType, fullName: string, num: number, only: string | null) =>
      pullRequestFilesPage(hub, actor, type, fullName, num, only),
    async openDiscussion(type: RepoType, fullName: string, input: { title: string; description: string; isPullRequest: boolean }) {
      const { title, description, isPullRequest } = input
      const pullRequest = isPullRequest ? { baseRef: 'refs/heads/main', isDraft: true } : null
      return (await openDiscussion(hub, actor, await repoOf(type, fullName), { title, description, pullRequest })).num
    },
    /** @returns the id of the event to scroll to; empty when there is none */
    async changeDiscussion(type: RepoType, fullName: string, num: number, change: DiscussionChange): Promise<string> {
      const repo = await repoOf(type, fullName)
      switch (change.kind) {
        case 'comment':
          return addComment(hub, actor, repo, num, { text: change.text, replyTo: change.replyTo })
        case 'edit':
          await editComment(hub, actor, repo, num, change.id, change.text)
          return change.id
        case 'hide':
          await hideComment(hub, actor, repo, num, change.id)
          return change.id
        case 'react':
          await react(hub, actor, repo, num, change.id, change)
          return change.id
        case 'rename':
          return renameDiscussion(hub, actor, repo, num, change.title)
        case 'status':
          return changeStatus(hub, actor, repo, num, change)
        case 'pin':
          await pinDiscussion(hub, actor, repo, num, change.isOn)
          return ''
        case 'lock':
          await lockDiscussion(hub, actor, repo, num, change.isOn)
          return ''
        case 'watch':
          await watchDiscussion(hub, actor, repo, (await requireDiscussion(hub.db.read, repo, num)).id, change.isOn)
          return ''
        case 'merge':
          await mergePullRequest(hub, actor, repo, num, change.comment === '' ? null : change.comment)
          return ''
        case 'delete':
          await deleteDiscussion(hub, actor, repo, num)
          return ''
        case 'delete-ref':
          await deletePullRequestRef(hub, actor, repo, num)
          return ''
      }
    },
    async setDiscussionsDisabled(type: RepoType, fullName: string, isDisabled: boolean) {
      await setDiscussionsDisabled(hub, actor, await repoOf(type, fullName), isDisabled)
    },
    async watchRepo(type: RepoType, fullName: string, level: WatchLevel) {
      await watchRepo(hub, actor, await repoOf(type, fullName), level)
    },
    notifications: (parameters: URLSearchParams) => notificationsPage(hub, actor, parameters),
    unreadNotifications: () => countUnread(hub, actor),
    markNotificationsRead: (which: number | 'all') => markRead(hub, actor, which),
  }
}

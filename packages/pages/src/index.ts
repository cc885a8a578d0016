export type { CollectionCardView, CollectionItemView, CollectionPage } from './collection-pages.ts'
export type { DeletionPlanView } from './account-deletion-pages.ts'
export type { AccountPage } from './account-page.ts'
export type { BlamePage, BlameStretch } from './blame-page.ts'
export type { CardPage } from './card-page.ts'
export type { ChatTemplatePage, ShownTemplate } from './chat-template-page.ts'
export type { CommitPage, CommitsPage, CommitRow } from './commits-page.ts'
export type { ComparePage } from './compare-page.ts'
export type { BlobPage, FileRow, TreePage } from './files-page.ts'
export { type DiffFileView, type DiffHunkView, type DiffLineView, type DiffView, diffView } from './diff-view.ts'
export type { DraftOutcome, EditPage, Preview } from './edit-page.ts'
export type { DiscussionChange } from './discussion-actions.ts'
export type {
  ConversationPage,
  DiscussionPageView,
  DiscussionRow,
  DiscussionsPage,
  NotificationsPage,
  PullRequestCommitsPage,
  PullRequestFilesPage,
  ShownEvent,
} from './discussion-pages.ts'
export type { HomePage } from './home-page.ts'
export type { InferenceView } from './inference-view.ts'
export type { LibraryModels } from './libraries-page.ts'
export type { ResultGroup } from './results-view.ts'
export type { ListingChoice, ListingFacet, ListingPage, SearchPage } from './listing-page.ts'
export type { ModelExample } from './model-example.ts'
export type { BackupRunView, CollectAnswer, GcFigures, GcRunView, UpkeepView } from './admin-pages.ts'
export { createPageHub, type PageHub, type PageRequest } from './page-hub.ts'
export type { QuantizationsView, QuantizationView } from './quantizations.ts'
export type { RefRow, RefsPage, TagRow } from './refs-page.ts'
export { type TaskEntry, taskEntries } from './task-entries.ts'
export { type ShelfSort, shelfSorts } from './task-shelves.ts'
export type { TaskLink, TaskPage, TaskRow, TasksPage } from './tasks-page.ts'
export { type RepoCardView, type RepoHeaderView, toRepoCard } from './repo-view.ts'
export type { FirstRows, ViewerPage, ViewerQuery } from './viewer-page.ts'
export type { SpaceLook, SpaceView } from './space-view.ts'
export { isSetUpPage } from './set-up-pages.ts'

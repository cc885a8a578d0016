import type { DiscussionPageView } from '@portolan/pages'
import { useRevalidator } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useLiveNotice } from '../live/live-notice.tsx'
import { repoTopic } from '../live/repo-topic.ts'
import { shownSince, useLive, useLiveViewer } from '../live/use-live.ts'

/** Notifies readers of a discussion about new activity without moving anything on the page. */
export function DiscussionNews({ page }: { page: DiscussionPageView }) {
  const { discussions } = useLive(repoTopic(page.header))
  const viewer = useLiveViewer()
  const { revalidate } = useRevalidator()
  const news = discussions[page.discussion.num]
  // The author of the change already sees it on this page.
  const isNews = news !== undefined && news.at > shownSince(page.header) && news.value.by !== viewer
  const what = news?.value.change === 'comment' ? 'commented' : 'changed something here'
  useLiveNotice(
    'discussion',
    isNews
      ? {
          text: `${news.value.by ?? 'Somebody'} ${what}`,
          action: (
            <Button small look="quiet" onClick={() => void revalidate()}>
              Show
            </Button>
          ),
        }
      : null,
  )
  return null
}

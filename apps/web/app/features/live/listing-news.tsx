import { useRevalidator } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useLiveNotice } from './live-notice.tsx'
import { useLive, shownSince } from './use-live.ts'

/** Notifies readers of an owner's page that the list of repositories has changed. @param page the loader's data */
export function ListingNews({ owner, page }: { owner: string; page: object }) {
  const { change } = useLive(`listing:${owner}`)
  const since = shownSince(page)
  const { revalidate } = useRevalidator()
  const news = change !== null && change.at > since ? change.value : null
  useLiveNotice(
    'listing',
    news === null
      ? null
      : {
          text: news.change === 'created' && news.path !== null ? `New: ${news.path.slice(1)}` : 'The list of repositories has changed',
          action: (
            <Button small look="quiet" onClick={() => void revalidate()}>
              Reload
            </Button>
          ),
        },
  )
  return null
}

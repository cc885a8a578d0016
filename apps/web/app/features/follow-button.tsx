import { Form, useFetcher } from 'react-router'
import { buttonClasses } from '../ui/button.tsx'

/** A plain form without JavaScript; with it, the button responds at once and the page does not reload. */
export function FollowButton({ name, isFollowed, isSignedIn }: { name: string; isFollowed: boolean; isSignedIn: boolean }) {
  const fetcher = useFetcher()
  const asked = fetcher.formData?.get('follow')
  const isOn = asked === undefined || asked === null ? isFollowed : asked === 'yes'
  return (
    <Form
      method="post"
      action="/preferences"
      onSubmit={(event) => {
        if (!isSignedIn) return
        event.preventDefault()
        void fetcher.submit({ account: name, follow: isOn ? 'no' : 'yes', stay: 'yes' }, { method: 'post', action: '/preferences' })
      }}
    >
      <input type="hidden" name="account" value={name} />
      <button
        type="submit"
        name="follow"
        value={isOn ? 'no' : 'yes'}
        aria-pressed={isOn}
        className={buttonClasses({ small: true, look: isOn ? 'plain' : 'primary' })}
      >
        {isOn ? 'Following' : 'Follow'}
        <span className="sr-only">{name}</span>
      </button>
    </Form>
  )
}

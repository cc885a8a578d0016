import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormError, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

interface Setup {
  readonly secret: string
  readonly address: string
  readonly qrCode: string
}

/** The authenticator app: its state, or the steps to set one up. */
export function TotpPanel({ since, setup, error }: { since: string | null; setup: Setup | null; error: string | null }) {
  return (
    <Panel title="Authenticator app">
      {setup === null ? (
        <div className="grid gap-3">
          <FormError>{error}</FormError>
          <p className="text-soft">
            {since === null ? (
              'An app on your phone or computer shows a new code every 30 seconds. Signing in with your password then asks for one.'
            ) : (
              <>
                Set up <Time iso={since} />. Signing in with your password asks for a code.
              </>
            )}
          </p>
          <div className="flex flex-wrap gap-3">
            <Form method="post">
              <input type="hidden" name="intent" value="begin-totp" />
              <Button type="submit" look={since === null ? 'primary' : 'plain'}>
                {since === null ? 'Set up' : 'Set up another app'}
              </Button>
            </Form>
            {since === null ? null : (
              <Form method="post">
                <input type="hidden" name="intent" value="remove-totp" />
                <Button type="submit" look="danger">
                  Turn off
                </Button>
              </Form>
            )}
          </div>
        </div>
      ) : (
        <ol className="grid list-decimal gap-5 pl-5">
          <li>
            <div className="grid gap-3">
              <span>Scan this with your app, or type the key into it.</span>
              <img
                // An SVG of black squares, made by this hub.
                src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.qrCode)}`}
                alt="QR code for an authenticator app; the key below says the same"
                width={208}
                height={208}
                className="rounded bg-white p-1"
              />
              <span className="flex flex-wrap items-center gap-2">
                <code className="min-w-0 rounded bg-well px-3 py-1.5 font-mono break-words">{setup.secret}</code>
                <CopyButton text={setup.secret.replaceAll(' ', '')} what="Key" />
              </span>
              <a href={setup.address} className="text-sm text-sea">
                Open in an app on this device
              </a>
            </div>
          </li>
          <li>
            <Form method="post" className="grid max-w-sm gap-3">
              <input type="hidden" name="intent" value="confirm-totp" />
              <TextField
                label="Type the code that it shows"
                name="code"
                required
                inputMode="numeric"
                autoComplete="one-time-code"
                error={error}
              />
              <div>
                <Button type="submit" look="primary">
                  Turn on
                </Button>
              </div>
            </Form>
          </li>
        </ol>
      )}
    </Panel>
  )
}

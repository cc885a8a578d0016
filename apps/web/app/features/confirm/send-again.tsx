import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import type { CarriedForm } from './carried-form.ts'
import { Button } from '../../ui/button.tsx'
import { Narrow } from '../../ui/panel.tsx'

/** Sends a form again to where it was refused: by itself, or with a button where scripts do not run. */
export function SendAgain({ to, form }: { to: string; form: CarriedForm }) {
  const submit = useSubmit()
  const ref = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current || ref.current === null) return
    isSent.current = true
    void submit(ref.current, { replace: true })
  }, [submit])
  return (
    <Narrow title="Confirmed">
      <Form ref={ref} method="post" action={to} replace className="grid justify-items-start gap-4">
        {form.map(([name, value], i) => (
          <input key={i} type="hidden" name={name} value={value} />
        ))}
        <p className="text-soft">Thank you. Going on with what you were doing.</p>
        <Button type="submit" look="primary">
          Continue
        </Button>
      </Form>
    </Narrow>
  )
}

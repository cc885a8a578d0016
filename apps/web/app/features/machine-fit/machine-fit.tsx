import clsx from 'clsx'
import { Form, Link, useSubmit } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { codeAddress } from '../code-panel/code-address.ts'
import { HardwareField } from './hardware-field.tsx'
import type { FitSubject, MachineFit as Fit } from './machine-fit.server.ts'

/**
 * Whether the model runs on the user's machine. A form that works without JavaScript; the machine is remembered.
 * @param parameters the other choices of the page, which the form keeps
 */
export function MachineFit({ fit, parameters }: { fit: Fit; parameters: Readonly<Record<string, string>> }) {
  const submit = useSubmit()
  const { machine, subjects, contexts, context } = fit
  const [main, ...others] = subjects
  const { hardware: _hardware, memory: _memory, context: _context, ...kept } = parameters
  if (!main) return null
  return (
    <section id="machine" aria-labelledby="machine-title" className="sheet min-w-0 scroll-mt-4">
      <h2 id="machine-title" className="panel-title px-4 pt-3">
        Will it run on my machine?
      </h2>
      <Form
        action="#machine"
        preventScrollReset
        replace
        className="grid gap-x-3 gap-y-2 border-b border-line px-4 pt-2 pb-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-end"
      >
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor="machine-hardware" className="grid gap-1 text-xs text-soft sm:col-span-3">
          Hardware
          <HardwareField id="machine-hardware" asked={fit.asked} />
        </label>
        {machine && machine.sizes.length > 1 ? (
          <Choice
            name="memory"
            label="Its memory"
            value={machine.memory}
            options={machine.sizes.map((size) => [size, `${size} GB`])}
            onChange={(form) => void submit(form, { replace: true, preventScrollReset: true })}
          />
        ) : null}
        {contexts.length > 0 ? (
          <Choice
            name="context"
            label="Context"
            value={context}
            options={contexts.map((tokens) => [tokens, `${tokens.toLocaleString('en')} tokens`])}
            onChange={(form) => void submit(form, { replace: true, preventScrollReset: true })}
          />
        ) : null}
        <Button type="submit" className="sm:col-start-3">
          Check
        </Button>
      </Form>
      <div className="grid gap-3 px-4 py-3">
        <Answer fit={fit} main={main} kept={kept} />
        <Figures subject={main} context={context} />
        {others.length > 0 ? <Others subjects={others} parameters={parameters} /> : null}
        <Explanation isGuess={subjects.some(({ estimate }) => !estimate.isShapeKnown)} />
      </div>
    </section>
  )
}

function Choice({
  name,
  label,
  value,
  options,
  onChange,
}: {
  name: string
  label: string
  value: number
  options: readonly (readonly [value: number, label: string])[]
  onChange: (form: HTMLFormElement | null) => void
}) {
  return (
    <label className="grid gap-1 text-xs text-soft">
      {label}
      <select
        key={value}
        name={name}
        defaultValue={value}
        className="field text-base"
        onChange={(event) => onChange(event.currentTarget.form)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

const verdicts = { fits: 'Fits', tight: 'Tight', 'too-large': 'Too large' } as const
const tones = { fits: 'border-good text-good', tight: 'border-warn text-warn', 'too-large': 'border-bad text-bad' } as const
/** The percentage of a machine's memory that a model can use: docs/hardware-fit.md. */
const usable = { gpu: 95, shared: 75, cpu: 80 } as const

function Answer({ fit: { asked, machine, matches }, main, kept }: { fit: Fit; main: FitSubject; kept: Readonly<Record<string, string>> }) {
  if (machine && main.fit)
    return (
      <p role="status">
        <FitMark fit={main.fit} /> <strong className="font-semibold">{main.label}</strong> needs {gibi(main.estimate.total)} of the{' '}
        {gibi((machine.memory * 2 ** 30 * usable[machine.kind]) / 100)} that a model can have on {machine.name} with {machine.memory} GB
        {main.fit === 'tight' ? ': a longer context or a second program is one too many.' : '.'}
      </p>
    )
  if (matches.length > 0)
    return (
      <div>
        <p className="text-sm">Which one?</p>
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {matches.map(({ id, name, memory }) => (
            <li key={id}>
              <Link to={codeAddress(kept, { hardware: id })} replace preventScrollReset className="link">
                {name}
              </Link>{' '}
              <span className="text-soft">{memory.length > 20 ? '' : `${memory} GB`}</span>
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <p role="status" className="text-sm">
      {asked === ''
        ? 'Name your graphics card, processor or computer to see what fits.'
        : `Nothing in the list is called “${asked}”. Type a part of its name.`}
    </p>
  )
}

function FitMark({ fit }: { fit: keyof typeof verdicts }) {
  return (
    <span className={clsx('mr-1 rounded-full border px-2 py-px text-sm font-semibold whitespace-nowrap', tones[fit])}>{verdicts[fit]}</span>
  )
}

/** Breakdown of the memory use. */
function Figures({ subject: { label, estimate }, context }: { subject: FitSubject; context: number }) {
  const rows = [
    [`Weights, ${label}`, estimate.weights, false],
    ...(estimate.cache > 0 ? [[`Cache for ${context.toLocaleString('en')} tokens`, estimate.cache, !estimate.isShapeKnown] as const] : []),
    ['Buffers of the runtime', estimate.overhead, false],
  ] as const
  return (
    <table aria-label="Memory" className="w-full text-sm tabular-nums">
      <tbody>
        {rows.map(([name, bytes, isGuess]) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-1 pr-3 text-left font-normal [overflow-wrap:anywhere]">
              {name}
            </th>
            <td className="py-1 text-right whitespace-nowrap">
              {isGuess ? <Roughly /> : null}
              {gibi(bytes)}
            </td>
          </tr>
        ))}
        <tr className="font-semibold">
          <th scope="row" className="py-1 pr-3 text-left">
            Total
          </th>
          <td className="py-1 text-right whitespace-nowrap">
            {estimate.isShapeKnown ? null : <Roughly />}
            {gibi(estimate.total)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** The repo's other weights, each with a link to select it. */
function Others({ subjects, parameters }: { subjects: readonly FitSubject[]; parameters: Readonly<Record<string, string>> }) {
  return (
    <div>
      <h3 className="text-xs text-soft">The other weights here</h3>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
        {subjects.map(({ label, file, estimate, fit }) => (
          <li key={file ?? label}>
            {fit ? <FitMark fit={fit} /> : null}{' '}
            {file === null ? (
              label
            ) : (
              <Link
                to={codeAddress(parameters, { file })}
                replace
                preventScrollReset
                title={file}
                className="link [overflow-wrap:anywhere]"
              >
                {label}
              </Link>
            )}{' '}
            <span className="whitespace-nowrap text-soft">{gibi(estimate.total)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Explanation({ isGuess }: { isGuess: boolean }) {
  return (
    <details className="text-sm text-soft">
      <summary className="w-fit underline decoration-dotted">How we estimate this</summary>
      <div className="mt-2 grid gap-2">
        <p>
          Weights are the size of the GGUF file, or parameters times bits by data type. The cache holds keys and values: 2 × layers × heads
          that keep them × size of a head × tokens × 2 bytes. Buffers are a rule of thumb: 0.4 GiB and 5 % of the weights.
        </p>
        {isGuess ? (
          <p>
            ≈ marks a cache whose layers are guessed from the number of parameters: between 0.4 and 2.6 times the truth for models we
            compared.
          </p>
        ) : null}
        <p>
          A model can have 95 % of a graphics card’s memory, 75 % where graphics share the main memory, and 80 % of the main memory beside
          other programs. It fits up to nine tenths of that, and is tight up to all of it. Several cards, layers left in main memory and a
          smaller cache are not counted.
        </p>
      </div>
    </details>
  )
}

function Roughly() {
  return (
    <>
      <span aria-hidden="true">≈ </span>
      <span className="sr-only">about </span>
    </>
  )
}

/** Formats memory the way hardware makers count it, in units of 2³⁰ bytes. */
function gibi(bytes: number): string {
  const value = bytes / 2 ** 30
  return `${value < 0.01 && value > 0 ? '< 0.01' : value.toFixed(value < 10 ? 2 : 0)} GiB`
}

import { Segments } from '../../ui/tabs.tsx'
import { codeAddress } from '../code-panel/code-address.ts'

/** Switches between code that loads the model and code that calls it over HTTP. */
export function ModeSwitch({ parameters, isCall }: { parameters: Readonly<Record<string, string>>; isCall: boolean }) {
  return (
    <Segments
      label="Code"
      items={[
        {
          to: `${codeAddress(parameters, { call: null, provider: null, stream: null, client: null })}#code`,
          label: 'Run locally',
          isCurrent: !isCall,
        },
        { to: `${codeAddress(parameters, { call: 'http', library: null, app: null })}#code`, label: 'Call the API', isCurrent: isCall },
      ]}
    />
  )
}

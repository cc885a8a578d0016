import { HubError } from '@portolan/contract'

const units: Record<string, number> = { '': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 }

/** Parses a range of model sizes in the clients' format: `min:6B,max:128B`, either half optional. @throws {HubError} `query.invalid` */
export function parseParameterRange(text: string | undefined): { minParams?: number; maxParams?: number } {
  const range: { minParams?: number; maxParams?: number } = {}
  for (const half of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [, side, number = '', unit = ''] = /^(min|max):(\d{1,15}(?:\.\d{1,15})?)([KMBT]?)$/i.exec(half.trim()) ?? []
    if (side === undefined)
      throw new HubError('query.invalid', { message: 'num_parameters must have the form min:6B,max:128B', parameter: 'num_parameters' })
    range[side.toLowerCase() === 'min' ? 'minParams' : 'maxParams'] = Math.round(Number(number) * (units[unit.toUpperCase()] ?? 1))
  }
  return range
}

import { formatEt } from '@sw/domain/time/format';

/** '06/30', of New York. */
export const shortDay = (ms: number): string => formatEt(ms, 'date').slice(0, 5);

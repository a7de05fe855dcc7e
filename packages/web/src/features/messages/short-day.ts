import { formatEt } from '@sw/domain/time/format';

/** Date in New York, '06/30'. */
export const shortDay = (ms: number): string => formatEt(ms, 'date').slice(0, 5);

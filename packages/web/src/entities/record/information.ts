import { onDemand } from '../../ui/states/on-demand.tsx';

/** The record split by filings: its page doesn't wait for it. */
export const InformationRecord = onDemand(async () => (await import('./information-record.tsx')).InformationRecord, 'silent');

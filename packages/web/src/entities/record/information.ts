import { onDemand } from '../../ui/states/on-demand.tsx';

/** The record split by filings, loaded after the page. */
export const InformationRecord = onDemand(async () => (await import('./information-record.tsx')).InformationRecord, 'silent');

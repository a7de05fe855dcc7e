import { onDemand } from '../../ui/states/on-demand.tsx';

/** `InformationMark`, loaded after the page. */
export const Information = onDemand(async () => (await import('./filings.tsx')).InformationMark, 'silent');

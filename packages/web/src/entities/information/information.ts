import { onDemand } from '../../ui/states/on-demand.tsx';

/** The mark of public information: it comes after the page. */
export const Information = onDemand(async () => (await import('./filings.tsx')).InformationMark, 'silent');

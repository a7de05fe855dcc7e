import { onDemand } from '../../ui/states/on-demand.tsx';

// One file for all: it comes after the page.
const load = () => import('./filings.tsx');

/** The mark of public information. */
export const Information = onDemand(async () => (await load()).InformationMark, 'silent');
/** How many tickers of a list have filings. */
export const InformationCounts = onDemand(async () => (await load()).InformationCounts, 'silent');
/** The panel of a ticker's filings. */
export const FilingsPanel = onDemand(async () => (await load()).FilingsPanel, 'silent');

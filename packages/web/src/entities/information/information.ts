import { onDemand } from '../../ui/states/on-demand.tsx';

// One file for both: it comes after the page.
const load = () => import('./filings.tsx');

/** The mark of public information. */
export const Information = onDemand(async () => (await load()).InformationMark, 'silent');
/** The panel of a ticker's filings. */
export const FilingsPanel = onDemand(async () => (await load()).FilingsPanel, 'silent');

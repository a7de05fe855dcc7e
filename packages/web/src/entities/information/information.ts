import { onDemand } from '../../ui/states/on-demand.tsx';

/** The mark of public information; its code and texts come after the page. */
export const Information = onDemand(async () => (await import('./information-mark.tsx')).InformationMark, 'silent');

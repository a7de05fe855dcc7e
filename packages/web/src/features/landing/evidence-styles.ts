/** Styles of the record alone, for pages that show it without the rest of the landing page. */
import evidence from './evidence.module.css?inline';

export const evidenceStyles: string = evidence;

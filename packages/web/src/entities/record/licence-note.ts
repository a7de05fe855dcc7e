import type { Licence } from '@sw/domain/reports/licence';
import { recordWords } from './words.ts';

/** That n depends on the licence; nothing for pro, which opens every report. */
export function licenceNote({ licence }: { licence: Licence }): string {
	return licence === 'pro' ? '' : recordWords.licence(licence);
}

import { LICENCES } from '@sw/domain/reports/licence';
import { clockOf, type DraftSlot, slotsByLicence } from './draft.ts';
import css from './timetable.module.css';
import { timetableWords as words } from './words.ts';

/** The day for each licence: full cells are open, outlined ones locked. */
export function Preview({ slots }: { slots: readonly DraftSlot[] }) {
	const day = slotsByLicence(slots);
	return (
		<section className={css['preview']} aria-label={words.preview}>
			{LICENCES.map((licence) => {
				const open = day.filter(({ by }) => by.includes(licence));
				return (
					<div key={licence}>
						<p>{words.previewOf(licence, open.length, day.length)}</p>
						<div className={css['strip']} aria-hidden="true">
							{day.map(({ slot, by }) => (
								<span
									key={slot.at}
									title={clockOf(slot.at)}
									data-open={by.includes(licence) || undefined}
									data-forecast={slot.algo === 'forecast' || undefined}
								/>
							))}
						</div>
					</div>
				);
			})}
		</section>
	);
}

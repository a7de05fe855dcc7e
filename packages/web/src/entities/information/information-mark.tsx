import type { Card } from '../../lib/api/types.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import css from './information-mark.module.css';
import { informationWords as words } from './words.ts';

/** The newest filing's form, or a hollow dot where there is none; nothing where it is unknown. */
export function InformationMark({ information: { state, look_back, filing } }: Pick<Card, 'information'>) {
	if (filing) {
		const text = words.filed(filing.form, filing.items, etDayClock(msOf(filing.accepted_at)));
		return (
			<span className={css['filed']} title={text}>
				{filing.form}
				<span className="visually-hidden">{text.slice(filing.form.length)}</span>
			</span>
		);
	}
	if (state !== 'no') return null;
	return <span className={css['none']} title={words.none[look_back]} role="img" aria-label={words.none[look_back]} data-information="no" />;
}

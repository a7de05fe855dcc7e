import { conditionText, readCondition } from '@sw/domain/filters/condition-text';
import { TABS } from '@sw/domain/signals/sector';
import { useNavigate } from '@tanstack/react-router';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { validationLink } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { Condition, ValidationState } from '../../entities/ticker/validation-state.ts';
import type { WorkspaceDetail } from '../../lib/api/types.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import form from '../../ui/form.module.css';
import { conditionName } from './condition-name.ts';
import { matchesEveryTicker } from './question.ts';
import css from './validation.module.css';
import { validationWords as words } from './words.ts';

interface Props {
	detail: WorkspaceDetail;
	state: TickerState;
	asked: ValidationState;
	filter: FilterSetting | undefined;
}

/** Whose past is measured, and after which signals. */
export function ValidationChoices({ detail, state, asked, filter }: Props) {
	const navigate = useNavigate();
	const id = detail.ticker_id;
	const tab = TABS.find(({ name }) => name === state.list.tab)?.label ?? state.list.tab;
	return (
		<div className={css['choices']}>
			<Segmented
				label={words.of}
				segments={(['market', 'ticker'] as const).map((of) => ({
					key: of,
					label: of === 'market' ? words.market : words.ticker(detail.ticker),
					active: asked.of === of,
					link: { ...validationLink(id, state, { ...asked, of }), preload: false },
				}))}
			/>
			<label className={`${form['field']} ${css['signals']}`}>
				{words.signals}
				<select
					className={form['input']}
					value={asked.condition ? conditionText(asked.condition) : ''}
					onChange={(event) => {
						const condition = readCondition(event.currentTarget.value);
						void navigate({ ...validationLink(id, state, { ...asked, condition }), resetScroll: false });
					}}
				>
					{matchesEveryTicker(state) ? null : <option value="">{words.wholeList(tab, filter?.name)}</option>}
					{conditionsOf(detail, asked.condition).map((condition) => (
						<option key={conditionText(condition)} value={conditionText(condition)}>
							{conditionName(condition)}
						</option>
					))}
				</select>
			</label>
		</div>
	);
}

/** The lit cells of the ticker as conditions, including the one in the address. */
function conditionsOf(detail: WorkspaceDetail, asked: Condition | undefined): Condition[] {
	const lit = detail.sectors.flatMap(({ key, intersections }) =>
		intersections.flatMap((depth, i): Condition[] => {
			const timeframe = detail.timeframes[i];
			return depth && timeframe ? [{ sector: key, timeframe, value: depth }] : [];
		}),
	);
	const known = new Set(lit.map(conditionText));
	return asked && !known.has(conditionText(asked)) ? [asked, ...lit] : lit;
}

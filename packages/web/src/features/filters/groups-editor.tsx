import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { formatConditions } from '@sw/domain/filters/group-text';
import {
	type FilterGroup,
	GROUP_MATCHES,
	type GroupTest,
	hasIndustryTest,
	type InformationTest,
	isIndustry,
	isInformation,
	isRange,
	MAX_GROUP_TESTS,
	MAX_GROUPS,
	MEASURES,
	normalizeConditions,
	type RangeTest,
	type TestGroup,
} from '@sw/domain/filters/groups';
import { type ReactNode, useRef } from 'react';
import { IndustrySelect } from '../../entities/filters/industry-select.tsx';
import { RangeBounds } from '../../entities/filters/range-bounds.tsx';
import { industryWords, rangeWords } from '../../entities/filters/range-words.ts';
import { informationWords } from '../../entities/list-state/choices-words.ts';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { DEFAULT_TEST, withInnerGroup, withItem, withTest } from './draft.ts';
import rows from './filters.module.css';
import { groupWords as words } from './group-words.ts';
import css from './groups.module.css';
import { TestRow } from './test-row.tsx';

interface InformationRowProps {
	test: InformationTest;
	change: ((test: InformationTest) => void) | undefined;
}

export interface GroupsProps {
	groups: readonly FilterGroup[];
	/** undefined if the filter is read-only. */
	change: ((groups: FilterGroup[]) => void) | undefined;
}

/** Edits groups of tests. Each group says whether all, any or none of its tests must match. */
export function GroupsEditor({ groups, change }: GroupsProps) {
	const sentence = formatConditions({ entries: [], groups: normalizeConditions({ entries: [], groups }).groups });
	return (
		<section className={css['groups']} aria-label={words.title}>
			{[...groups.entries()].map(([at, group]) => (
				<Group<FilterGroup>
					key={at}
					name={words.group(at + 1)}
					group={group}
					change={change && ((next) => change(withItem(groups, at, next)))}
					remove={change && (() => change(withItem(groups, at, undefined)))}
				>
					{[...group.groups.entries()].map(([innerIndex, innerGroup]) => {
						const changeInner = (next: TestGroup | undefined): void =>
							change?.(withItem(groups, at, { ...group, groups: withItem(group.groups, innerIndex, next) }));
						return (
							<Group<TestGroup>
								key={innerIndex}
								name={words.inner(at + 1, innerIndex + 1)}
								group={innerGroup}
								change={change && changeInner}
								remove={change && (() => changeInner(undefined))}
							/>
						);
					})}
					{change && group.groups.length < MAX_GROUPS ? (
						<button type="button" className={buttonClass} onClick={() => change(withItem(groups, at, withInnerGroup(group)))}>
							{words.addInner}
						</button>
					) : null}
				</Group>
			))}
			{change && groups.length < MAX_GROUPS ? (
				<button
					type="button"
					className={buttonClass}
					onClick={() => change([...groups, { match: 'any', filters: [DEFAULT_TEST], groups: [] }])}
				>
					{words.addGroup}
				</button>
			) : null}
			{sentence === '' ? null : <p className={css['sentence']}>{words.besides(sentence)}</p>}
			{hasIndustryTest(groups) ? <p className={css['sentence']}>{words.industries}</p> : null}
		</section>
	);
}

interface GroupProps<G extends TestGroup> {
	name: string;
	group: G;
	change: ((group: G) => void) | undefined;
	remove: (() => void) | undefined;
	children?: ReactNode;
}

function Group<G extends TestGroup>({ name, group, change, remove, children }: GroupProps<G>) {
	const addButton = useRef<HTMLButtonElement>(null);
	const changeTest = (at: number, test: GroupTest | undefined): void => {
		change?.({ ...group, filters: withItem(group.filters, at, test) });
		// The remove button disappears together with its test, and would lose the focus.
		if (test === undefined) addButton.current?.focus();
	};
	const isFull = group.filters.length >= MAX_GROUP_TESTS;
	return (
		<fieldset className={css['group']}>
			<legend className={css['legend']}>
				<select
					className={field['input']}
					aria-label={words.matchOf(name)}
					value={group.match}
					disabled={!change}
					onChange={(event) =>
						change?.({ ...group, match: GROUP_MATCHES.find((match) => match === event.currentTarget.value) ?? group.match })
					}
				>
					{GROUP_MATCHES.map((match) => (
						<option key={match} value={match}>
							{words.match[match]}
						</option>
					))}
				</select>
			</legend>
			<ul className={rows['tests']} aria-label={words.testsOf(name)}>
				{[...group.filters.entries()].map(([at, test]) => (
					<li key={at} className={rows['test']}>
						{isInformation(test) ? (
							<InformationRow test={test} change={change && ((next) => changeTest(at, next))} />
						) : isIndustry(test) ? (
							<IndustrySelect
								value={test.industry}
								none={industryWords.choose}
								change={change && ((industry) => changeTest(at, { industry }))}
							/>
						) : isRange(test) ? (
							<RangeRow range={test} change={change && ((next) => changeTest(at, next))} />
						) : (
							<TestRow test={test} change={change && ((next) => changeTest(at, next))} />
						)}
						{change ? (
							<button
								type="button"
								className={rows['remove']}
								aria-label={words.removeTest(at + 1, name)}
								onClick={() => changeTest(at, undefined)}
							>
								×
							</button>
						) : null}
					</li>
				))}
			</ul>
			{children}
			{change ? (
				<div className={css['adds']}>
					<button
						ref={addButton}
						type="button"
						className={buttonClass}
						disabled={isFull}
						onClick={() => change(withTest(group, DEFAULT_TEST))}
					>
						{words.addCondition}
					</button>
					<button
						type="button"
						className={buttonClass}
						disabled={isFull}
						onClick={() => change(withTest(group, { measure: 'price', from: null, to: null }))}
					>
						{words.addRange}
					</button>
					<button type="button" className={buttonClass} disabled={isFull} onClick={() => change(withTest(group, { information: 'with' }))}>
						{words.addInformation}
					</button>
					<button type="button" className={buttonClass} disabled={isFull} onClick={() => change(withTest(group, { industry: '' }))}>
						{words.addIndustry}
					</button>
					<button type="button" className={buttonClass} aria-label={words.removeGroup(name)} onClick={remove}>
						{words.remove}
					</button>
				</div>
			) : null}
		</fieldset>
	);
}

interface RangeRowProps {
	range: RangeTest;
	change: ((range: RangeTest) => void) | undefined;
}

/** Edits a range test in a group: measure and bounds. */
function RangeRow({ range, change }: RangeRowProps) {
	return (
		<>
			<select
				className={field['input']}
				aria-label={words.measure}
				value={range.measure}
				disabled={!change}
				onChange={(event) => {
					const measure = MEASURES.find(({ name }) => name === event.currentTarget.value)?.name ?? range.measure;
					change?.({ measure, from: null, to: null });
				}}
			>
				{MEASURES.map(({ name }) => (
					<option key={name} value={name}>
						{rangeWords.measures[name]}
					</option>
				))}
			</select>
			<RangeBounds range={range} onChange={change} />
		</>
	);
}

/** Edits a test of public information in a group. */
function InformationRow({ test, change }: InformationRowProps) {
	return (
		<select
			className={field['input']}
			aria-label={words.information}
			value={test.information}
			disabled={!change}
			onChange={({ currentTarget }) =>
				change?.({ information: INFORMATION_CHOICES.find((choice) => choice === currentTarget.value) ?? test.information })
			}
		>
			{INFORMATION_CHOICES.map((choice) => (
				<option key={choice} value={choice}>
					{informationWords[choice]}
				</option>
			))}
		</select>
	);
}

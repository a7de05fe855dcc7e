import { useRef, useState } from 'react';
import { useSession } from '../entities/session/session-query.ts';
import { ConditionsGrid, TabAndTimeframeFields } from '../features/filters/conditions-grid.tsx';
import { CellsOnRequest, ConditionsSentence } from '../features/filters/conditions-sentence.tsx';
import { createDraft, type Draft } from '../features/filters/draft.ts';
import { FilterEditor } from '../features/filters/editor.tsx';
import { useFilters } from '../features/filters/use-filters.ts';
import { type FullTask, toEditedQuestion } from '../features/signal-search/queries.ts';
import type { SearchParams } from '../features/signal-search/search-params.ts';
import type { EditedQuestion } from '../features/signal-search/search-state.ts';
import { SignalSearch } from '../features/signal-search/signal-search.tsx';
import { words } from '../features/signal-search/words.ts';
import { Sheet } from '../ui/dialogs/sheet.tsx';

/** Signal searches with filter conditions; a search can be saved as a filter. */
export function SignalSearchPage({ search }: { search: SearchParams }) {
	const { profile } = useSession();
	const filters = useFilters();
	const sheet = useRef<HTMLDialogElement>(null);
	const [taskToSave, setTaskToSave] = useState<FullTask>();
	const close = (): void => sheet.current?.close();
	return (
		<>
			<SignalSearch
				search={search}
				conditions={(question, change) => <Conditions question={question} change={change} />}
				save={(task) => {
					setTaskToSave(task);
					sheet.current?.showModal();
				}}
			/>
			<Sheet sheet={sheet} title={words.save} onClose={() => setTaskToSave(undefined)}>
				{taskToSave ? (
					<FilterEditor
						start={{
							...createQuestionDraft(toEditedQuestion(taskToSave.question)),
							groups: taskToSave.question.groups,
							name: taskToSave.name,
							operation: taskToSave.question.operation,
						}}
						saved={undefined}
						isAdmin={profile?.role === 'admin'}
						filters={filters}
						onSaved={close}
						onDeleted={close}
					/>
				) : null}
			</Sheet>
		</>
	);
}

function createQuestionDraft({ tab, strategy, entries }: EditedQuestion): Draft {
	return { ...createDraft(tab, strategy), entries };
}

function Conditions({ question, change }: { question: EditedQuestion; change: (question: EditedQuestion) => void }) {
	const draft = createQuestionDraft(question);
	const onChange = ({ tab, strategy, entries }: Draft): void => change({ ...question, tab, strategy, entries });
	return (
		<>
			<TabAndTimeframeFields draft={draft} change={onChange} />
			<ConditionsSentence entries={question.entries} change={(entries) => change({ ...question, entries })} />
			<CellsOnRequest>
				<ConditionsGrid draft={draft} change={onChange} />
			</CellsOnRequest>
		</>
	);
}

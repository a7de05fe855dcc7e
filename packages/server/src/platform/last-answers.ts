import { createAnswerCache } from './answer-caches.ts';

/**
 * What was answered last to each question that comes again as the same object, as a query does (see createQueryParser): good while all else that the
 * answer stands on is the same, which is kept as long as the answer: name what is large. A question is found sooner by itself than by a name of all
 * that it says.
 */
interface LastAnswers<A> {
	get(question: object, standsOn: readonly unknown[]): A | undefined;
	keep(question: object, standsOn: readonly unknown[], answer: A): A;
}

/** Of so many questions: those that were asked last. */
export const createLastAnswers = <A>(max: number): LastAnswers<A> => {
	const last = createAnswerCache<object, { standsOn: readonly unknown[]; answer: A }>({ max });
	return {
		get(question, standsOn) {
			const found = last.get(question);
			return found?.standsOn.every((part, at) => part === standsOn[at]) ? found.answer : undefined;
		},
		keep(question, standsOn, answer) {
			last.set(question, { standsOn, answer });
			return answer;
		},
	};
};

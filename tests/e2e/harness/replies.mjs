// Samples, and what a judge that keeps to the form would write about them.

/** Two essential passages, one bonus passage. */
export const LIGHTHOUSE = {
  essential: ['The lighthouse was built in 1871.', 'It is 32 metres tall.'],
  bonus: ['Its lamp was electrified in 1934.'],
  answer: 'Built in 1871, the lighthouse stands 32 metres tall. Nobody knows when its lamp was electrified.',
};

/** A question that two of three chunks answer. */
export const FERRY = {
  question: 'How long does the ferry to Tosund take, and does it carry cars?',
  contexts: [
    'The ferry to Tosund carries up to 24 cars.',
    'The crossing takes 35 minutes in calm weather.',
    'Tosund has a bakery and two campsites.',
  ],
};

/**
 * A reply to RAG Recall: a line for each score; `null` leaves a passage out. The judge adds up as the form asks,
 * unless `final` says otherwise.
 */
export function recall(essential, bonus = [], { final, reasoning = 'Compared word by word.' } = {}) {
  const lines = (kind, scores) => scores.map((score, place) =>
    (score === null ? [] : [`[${kind} PASSAGE] ${place + 1}: ${reasoning} Score: ${score}`]));
  const sum = (scores) => scores.reduce((total, score) => total + score, 0);
  const first = sum(essential) / essential.length;
  const second = bonus.length ? sum(bonus) / (essential.length * bonus.length * 2) : 0;
  const capped = Math.min(5, first + second);
  return [
    'RECALL_Reasoning:',
    ...lines('ESSENTIAL', essential).flat(),
    ...lines('BONUS', bonus).flat(),
    `RECALL_Essential_Formula: (${essential.join(' + ')}) / ${essential.length} = ${first}`,
    `RECALL_Bonus_Formula: (${bonus.join(' + ')}) / (${essential.length} * ${bonus.length} * 2) = ${second}`,
    `RECALL_Combined_Formula: ${first} + ${second} = ${first + second}`,
    `RECALL_Final_Score_Calculation: min(5, ${first + second}) = ${capped}`,
    `RECALL_Final_Score: ${final ?? capped}`,
  ].join('\n');
}

/** A reply to Sufficient Context; `changes` replaces keys. */
export function sufficiency(changes = {}) {
  return JSON.stringify({
    'Sufficient Context': true,
    is_sufficient: true,
    required_entities: ['35 minutes', 'cars'],
    coverage: { '35 minutes': true, cars: true },
    missing_information: [],
    contradictions: [],
    confidence: 0.9,
    reasoning: 'Chunk 1 gives the duration, chunk 0 the cars.',
    useful_chunk_ids: [0, 1],
    ...changes,
  });
}

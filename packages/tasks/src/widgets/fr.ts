import type { WidgetExamples } from './widget-example.ts'

export const fr: WidgetExamples = {
  'text-classification': [{ text: 'Le ferry est parti avec une heure de retard et personne ne nous a dit pourquoi.' }],
  'token-classification': [{ text: 'Camille Morvan travaille au port de Marseille depuis mai.' }],
  'question-answering': [
    { text: 'En quelle année le phare a-t-il été construit ?', context: 'Le phare a été construit en 1887 et mesure 44 mètres.' },
  ],
  translation: [{ text: 'Le bateau part demain matin à huit heures.' }],
  summarization: [
    {
      text: 'Le conseil du port s’est réuni mardi pour préparer l’hiver. Deux des quatre grues ont besoin de nouveaux câbles, ce qui prendra jusqu’en février ; les bateaux de plus de douze mètres devraient donc être sortis de l’eau avant le 15 novembre. Le conseil a aussi décidé de laisser les douches ouvertes toute l’année, au même prix.',
    },
  ],
  'text-generation': [{ text: 'Il était une fois un petit port où' }],
  'fill-mask': [{ text: 'Le gardien allume la <mask> du phare.' }],
  'sentence-similarity': [
    {
      source_sentence: 'Il y a beaucoup de vent aujourd’hui.',
      sentences: ['Le vent souffle fort.', 'Il n’y a pas de vent.', 'J’aime le thé.'],
    },
  ],
}

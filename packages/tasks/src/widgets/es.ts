import type { WidgetExamples } from './widget-example.ts'

export const es: WidgetExamples = {
  'text-classification': [{ text: 'El transbordador salió con una hora de retraso y nadie nos explicó por qué.' }],
  'token-classification': [{ text: 'Lucía Ferrer trabaja en el puerto de Valencia desde mayo.' }],
  'question-answering': [{ text: '¿En qué año se construyó el faro?', context: 'El faro se construyó en 1887 y mide 44 metros.' }],
  translation: [{ text: 'El barco sale mañana a las ocho.' }],
  summarization: [
    {
      text: 'La junta del puerto se reunió el martes para preparar el invierno. Dos de las cuatro grúas necesitan cables nuevos y no estarán listas hasta febrero, por lo que los barcos de más de doce metros deberían salir del agua antes del 15 de noviembre. La junta decidió también que las duchas sigan abiertas todo el año, al mismo precio.',
    },
  ],
  'text-generation': [{ text: 'En un pequeño puerto del norte vivía' }],
  'fill-mask': [{ text: 'El farero enciende la <mask> cada noche.' }],
  'sentence-similarity': [
    { source_sentence: 'Hoy hace mucho viento.', sentences: ['El viento sopla con fuerza.', 'No hay viento.', 'Me gusta el té.'] },
  ],
}
